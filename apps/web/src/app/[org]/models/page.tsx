import type { Metadata } from "next";
import { ModelsPage } from "../../../features/model/models-page.tsx";

export const metadata: Metadata = { title: "Models" };

export default function Page() {
  return <ModelsPage />;
}
