import { ability } from './ability.ts'

/** Values of the configuration, by the names of their variables: STAGE, VERSION. */
export const settings = ability<readonly string[]>()({
  allows: 'Reads values of the configuration',
  local: { instead: 'the settings of the stage `local`' },
  variables: { '*': ({ setting }, name) => setting(name) },
})
