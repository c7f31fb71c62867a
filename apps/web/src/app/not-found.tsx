import Link from "next/link";
import { EntryCard } from "../features/entry/entry-card.tsx";
import { Button } from "../ui/button.tsx";

export default function NotFound() {
  return (
    <EntryCard title="No such page" description="The address leads nowhere.">
      <Button asChild>
        <Link href="/">Go to the start</Link>
      </Button>
    </EntryCard>
  );
}
