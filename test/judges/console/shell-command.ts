import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
const TIMEOUT_MS = 60_000

/** Runs a command as pasted into a terminal. @returns its output as JSON */
export const runCommand = async <Answer>(
  command: string,
  environment: Readonly<Record<string, string>>,
): Promise<Answer> => {
  const { stdout } = await run('bash', ['-c', command], {
    env: { ...process.env, ...environment },
    timeout: TIMEOUT_MS,
  })
  try {
    return JSON.parse(stdout) as Answer
  } catch {
    throw new Error(`“${command}” prints ${stdout}`)
  }
}
