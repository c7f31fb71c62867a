/** Calls that one request may carry: what is counted by request means something, and a stranger asks for little at once. */
export const mostCallsInARequest = 40;
