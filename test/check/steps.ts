import { spawn } from 'node:child_process'

/** One part of the check. */
export interface Step {
  readonly name: string
  /** A program and its arguments. */
  readonly command: readonly string[]
  /** What to do where it fails, if its output does not say that. */
  readonly advice?: string
}

export interface Outcome {
  readonly name: string
  readonly passed: boolean
  readonly seconds: number
  /** What the step printed. */
  readonly output: string
  readonly advice?: string
}

/** Runs a step in the folder `root`. Never rejects: a program that cannot be started has failed. */
export const runStep = (root: string, { command: [program = '', ...args], ...step }: Step): Promise<Outcome> =>
  new Promise((resolve) => {
    const began = performance.now()
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    const chunks: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    const end = (passed: boolean) => {
      const seconds = Math.round((performance.now() - began) / 100) / 10
      resolve({ ...step, passed, seconds, output: Buffer.concat(chunks).toString() })
    }
    child.on('error', (error) => {
      chunks.push(Buffer.from(`${program}: ${error.message}\n`))
      end(false)
    })
    child.on('close', (code) => end(code === 0))
  })
