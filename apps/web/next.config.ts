import path from "node:path";
import type { NextConfig } from "next";

const root = path.resolve(import.meta.dirname, "../..");

const config: NextConfig = {
  output: "standalone",
  outputFileTracingRoot: root,
  turbopack: { root },
  transpilePackages: ["@gatehouse/core", "@gatehouse/services"],
  serverExternalPackages: [
    "bullmq",
    "ioredis",
    "pg",
    "postgres",
    "pino",
    "prom-client",
    "@opentelemetry/api",
    "@opentelemetry/sdk-node",
    "@opentelemetry/exporter-trace-otlp-http",
    "@prisma/client",
    "@prisma/adapter-pg",
    "better-auth",
    "web-tree-sitter",
    "tree-sitter-bash",
  ],
  outputFileTracingIncludes: {
    "/**": [
      "../../node_modules/web-tree-sitter/*.wasm",
      "../../node_modules/web-tree-sitter/package.json",
      "../../node_modules/tree-sitter-bash/tree-sitter-bash.wasm",
      "../../node_modules/tree-sitter-bash/package.json",
    ],
  },
  poweredByHeader: false,
  reactStrictMode: true,
  devIndicators: false,
  // pictures are served as they are: nothing is to be fetched or scaled on a stranger's word
  images: { unoptimized: true },
  // pages bring the headers of src/proxy.ts; what is built once brings these
  headers: async () => [
    {
      source: "/_next/:path*",
      headers: [
        { key: "content-security-policy", value: "default-src 'none'; frame-ancestors 'none'" },
        { key: "x-content-type-options", value: "nosniff" },
        { key: "x-frame-options", value: "DENY" },
        { key: "referrer-policy", value: "same-origin" },
        { key: "cross-origin-resource-policy", value: "same-origin" },
      ],
    },
  ],
  // a file of 10 MiB as base64, and the request around it
  experimental: { proxyClientMaxBodySize: "16mb" },
  typescript: { ignoreBuildErrors: false },
};

export default config;
