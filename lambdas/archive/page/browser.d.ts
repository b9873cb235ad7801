/** A program for browsers, bundled with the style sheets that it imports; lib/browser-programs.ts makes it. */
declare module 'browser:*' {
  export const script: string
  export const style: string
}
