import { EXIT, plain, type Terminal } from '@signet/command-line'

interface ReplyCall {
  readonly terminal: Terminal
  readonly flags: { readonly json?: boolean | undefined }
}

/** Prints a reply: JSON for programs, or text for people. @returns EXIT.ok */
export const printReply = ({ terminal, flags }: ReplyCall, reply: unknown, text: () => string): number => {
  terminal.out(`${flags.json ? JSON.stringify(reply, null, 2) : plain(text())}\n`)
  return EXIT.ok
}
