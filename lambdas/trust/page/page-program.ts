/**
 * The program of the page as text: the build puts check-in-browser.ts here, bundled with all that it imports
 * (lib/page-programs.ts). Empty where nothing was built: the page then says what the server has found.
 */
export const PAGE_PROGRAM = ''
