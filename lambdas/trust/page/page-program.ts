/**
 * The script of the page as text: the build inserts check-in-browser.ts with its imports (lib/page-programs.ts). Empty
 * in source code: the page then shows only the results of the server.
 */
export const PAGE_PROGRAM = ''
