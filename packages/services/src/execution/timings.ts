/** How long a worker may be silent before what it runs is called lost, and how often each side looks. */
export const leaseMs = 8_000;
export const heartbeatMs = 2_000;
export const reapMs = 1_500;
