/**
 * What web and worker say to each other through rows and jobs. A change after which an older one would do harm raises this
 * number and, in the same release, the one in the table `installation`; whoever speaks another then refuses to work.
 */
export const protocol = 1;
