import type { Provider } from "./models-page.tsx";

export const kindText: Record<Provider["kind"], { label: string; text: string; baseUrl: string }> = {
  openai_compatible: {
    label: "OpenAI-compatible",
    text: "Any server that speaks the chat completions protocol, with tools",
    baseUrl: "https://api.openai.com/v1",
  },
  anthropic: { label: "Anthropic", text: "The messages protocol", baseUrl: "https://api.anthropic.com/v1" },
  ollama: {
    label: "Ollama",
    text: "A local server; models that know tools",
    baseUrl: "http://127.0.0.1:11434/api",
  },
};
