export const wantsPage = (accept = ''): boolean => /\btext\/html\b/i.test(accept)
