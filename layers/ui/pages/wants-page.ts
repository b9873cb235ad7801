/** Whether whoever asks takes HTML, as browsers say it: programs get data. */
export const wantsPage = (accept = ''): boolean => /\btext\/html\b/i.test(accept)
