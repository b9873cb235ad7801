import { spawn } from 'node:child_process'

/**
 * Runs a program in parallel to others and prints its whole output when it has ended. Returns its exit code; 1 if a
 * signal ended it.
 */
export const runInParallel = (
  program: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<number> =>
  new Promise((resolve, fail) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    const output: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => output.push(bytes))
    child.once('error', fail).once('close', (code) => {
      process.stdout.write(Buffer.concat(output))
      resolve(code ?? 1)
    })
  })
