/** How long whoever drives a turn may be silent, how often it says that it lives, and when a turn nobody drives is looked at. */
export const turnLeaseMs = 8_000;
export const turnBeatMs = 500;
export const idleAfterMs = 2_500;
