export { COMMON_OPTIONS, type FlagsOf, readArguments, requireArgument } from './arguments.ts'
export { EXIT, Failure } from './failure.ts'
export { plain, printable } from './printable.ts'
export {
  type Call,
  type CommandLine,
  commandLineOf,
  dispatch,
  reportingErrors,
  start,
  type Terminal,
} from './program.ts'
