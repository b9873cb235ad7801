/**
 * The script of the page as text: the build inserts check-in-browser.ts with its imports (lib/page-programs.ts). Empty
 * without a build: the page then shows the results of the server only.
 */
export const PAGE_PROGRAM = ''
