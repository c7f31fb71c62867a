/** Words that one background command is watched for. */
export const mostKeywords = 20;
/** Minutes that a background command may take when the call names none, and at most. */
export const backgroundTimeoutMin = 60;
