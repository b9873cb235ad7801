import { execFile } from 'node:child_process'

/** Output and exit code of a program. */
export interface ProgramResult {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs `signet runtime` with the input lines of a user. */
export const runtimeProgram = (
  args: readonly string[],
  { url, key = '', typed = '' }: { readonly url: string; readonly key?: string; readonly typed?: string },
): Promise<ProgramResult> =>
  new Promise((resolve) => {
    const env = { PATH: String(process.env.PATH), RUNTIME_URL: url, ...(key ? { RUNTIME_API_KEY: key } : {}) }
    const program = execFile(process.execPath, ['bin/signet.mjs', 'runtime', ...args], { env }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    )
    // A program that ends without reading has closed its stdin; its output and exit code suffice.
    program.stdin?.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
    program.stdin?.end(typed)
  })
