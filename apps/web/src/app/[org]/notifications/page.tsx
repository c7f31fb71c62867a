import type { Metadata } from "next";
import { NotificationsPage } from "../../../features/notification/notifications-page.tsx";

export const metadata: Metadata = { title: "Notifications" };

export default function Page() {
  return <NotificationsPage />;
}
