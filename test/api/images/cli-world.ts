import { execFile } from 'node:child_process'
import { keyOf } from '../../support/api.ts'
import { testStack } from '../../support/test-stack.ts'

/** The result of a run of the program. */
export interface Run {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs `signet images` against the stack. */
export const cli = (args: readonly string[], env: Record<string, string> = {}): Promise<Run> =>
  new Promise((resolve) => {
    const environment = { PATH: String(process.env.PATH), IMAGEGEN_URL: testStack().urls.images, ...env }
    execFile(process.execPath, ['bin/signet.mjs', 'images', ...args], { env: environment }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    )
  })

/** The variables of a caller with the demo key of the Pro plan. */
export const withKey = (): Record<string, string> => ({ IMAGEGEN_API_KEY: keyOf('pro') })
