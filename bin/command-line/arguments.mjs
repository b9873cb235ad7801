import { parseArgs } from 'node:util'
import { EXIT, Failure } from './failure.mjs'

/** Flags that every command of every program has. */
export const COMMON_OPTIONS = /** @type {const} */ ({
  key: { type: 'string' },
  url: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
})

/**
 * The arguments that follow a program's name. @throws Failure for flags that no command of it has.
 * @template {NonNullable<import('node:util').ParseArgsConfig['options']>} Options
 * @param {string} program @param {string[]} argv @param {Options} options
 */
export const readArguments = (program, argv, options) => {
  try {
    return parseArgs({ args: argv, options, allowPositionals: true })
  } catch (error) {
    throw new Failure(EXIT.usage, `${/** @type {Error} */ (error).message.split('. ')[0]}. See ${program} --help`)
  }
}

/**
 * Refuses flags that the command does not know, instead of dropping them.
 * @param {string} program @param {object} flags @param {string} command @param {string[]} allowed
 */
export const refuseOtherFlags = (program, flags, command, allowed) => {
  const odd = Object.keys(flags).find((name) => !allowed.includes(name) && !Object.hasOwn(COMMON_OPTIONS, name))
  if (odd) throw new Failure(EXIT.usage, `--${odd} is not a flag of ${command}. See ${program} --help`)
}

/**
 * The one argument of a command: the words behind it. @throws Failure where there is none
 * @param {string} program @param {string} command @param {string} what @param {string[]} rest
 */
export const requireArgument = (program, command, what, rest) => {
  const text = rest.join(' ').trim()
  if (text === '') throw new Failure(EXIT.usage, `${program} ${command} needs ${what}. See ${program} --help`)
  return text
}
