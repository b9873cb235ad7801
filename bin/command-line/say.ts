import { plain, type Terminal } from '@signet/command-line'

/** Prints a reply: JSON for programs, or text for people. */
export const say = (
  terminal: Terminal,
  { json }: { readonly json?: boolean | undefined },
  reply: unknown,
  text: () => string,
): void => terminal.out(`${json ? JSON.stringify(reply, null, 2) : plain(text())}\n`)
