import { spawn } from 'node:child_process'

/** One part of the check. */
export interface Step {
  readonly name: string
  /** A program and its arguments. */
  readonly command: readonly string[]
  /** How to fix a failure, if the output does not say it. */
  readonly advice?: string
}

export interface Outcome {
  readonly name: string
  readonly passed: boolean
  readonly seconds: number
  /** The standard output and error of the step. */
  readonly output: string
  readonly advice?: string
}

/** Runs a step in the folder `root`. Never rejects: if the program cannot start, the step fails. */
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
