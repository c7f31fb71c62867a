import type { MetadataRoute } from "next";

/** A phone that keeps the product on its home screen may show its messages. */
export default function manifest(): MetadataRoute.Manifest {
  return {
    name: "Gatehouse",
    short_name: "Gatehouse",
    start_url: "/",
    display: "standalone",
    background_color: "#0f1115",
    theme_color: "#0f1115",
    icons: [{ src: "/icon.svg", sizes: "any", type: "image/svg+xml" }],
  };
}
