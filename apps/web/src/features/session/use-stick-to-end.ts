"use client";

import { useEffect, useRef } from "react";

const nearEnd = 120;

/** Keeps a scroll area at its end while the reader is there, and leaves it alone when they scrolled up. */
export function useStickToEnd<Area extends HTMLElement>() {
  const area = useRef<Area>(null);
  const content = useRef<HTMLDivElement>(null);
  const sticks = useRef(true);
  useEffect(() => {
    const box = area.current;
    const inner = content.current;
    if (!box || !inner) return;
    const onScroll = () => {
      sticks.current = box.scrollHeight - box.scrollTop - box.clientHeight < nearEnd;
    };
    const toEnd = () => {
      if (sticks.current) box.scrollTop = box.scrollHeight;
    };
    const observer = new ResizeObserver(toEnd);
    observer.observe(inner);
    observer.observe(box);
    box.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener("scroll", onScroll);
    };
  }, []);
  const stick = () => {
    sticks.current = true;
    if (area.current) area.current.scrollTop = area.current.scrollHeight;
  };
  return { area, content, stick };
}
