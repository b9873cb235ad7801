import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
const PATIENCE_MS = 60_000

/** Runs a command as pasted into a terminal. @returns its output as JSON */
export const paste = async <Answer>(
  command: string,
  environment: Readonly<Record<string, string>>,
): Promise<Answer> => {
  const { stdout } = await run('bash', ['-c', command], {
    env: { ...process.env, ...environment },
    timeout: PATIENCE_MS,
  })
  try {
    return JSON.parse(stdout) as Answer
  } catch {
    throw new Error(`“${command}” prints ${stdout}`)
  }
}
