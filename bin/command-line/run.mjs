import { EXIT, Failure } from './failure.mjs'

/** Runs a program to its end; an error is printed as one sentence behind the program's name. @param {string} program @param {() => Promise<void>} main */
export const run = (program, main) => {
  main().catch((error) => {
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
    console.error(`${program}: ${error instanceof Failure ? error.message : error}`)
    process.exitCode = error instanceof Failure ? error.code : EXIT.failed
  })
}
