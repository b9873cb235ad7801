import { describe, expect, it } from 'vitest'
import { isDisposable, readConfig } from '../../../lib/config.ts'

const staged = (stage: string) => readConfig({ SIGNET_STAGE: stage }, '1.0.0')

describe('the configuration of a deployment', () => {
  it.each([
    ['local', 'offline', true, true],
    ['test', 'offline', true, true],
    ['test-anna', 'offline', true, true],
    ['emulator', 'offline', true, false],
    ['dev', 'live', true, true],
    ['dev-anna', 'live', true, true],
    ['prod', 'live', false, true],
    ['testimony', 'live', false, true],
    ['localisation', 'live', false, true],
  ] as const)(
    'of the stage %s has painters %s, disposable %s, streaming %s',
    (stage, painters, disposable, streaming) => {
      const config = staged(stage)
      expect(config).toMatchObject({ stage, painters, streaming })
      expect(isDisposable(config)).toBe(disposable)
    },
  )

  it('names every variable that is wrong as it is called in the environment', () => {
    const wrong = { SIGNET_STAGE: 'Prod', SIGNET_ALARM_EMAIL: 'nobody', SIGNET_PAINTERS: 'oil' }
    const message = (() => {
      try {
        return String(readConfig(wrong, '1.0.0'))
      } catch (error) {
        return String(error)
      }
    })()
    for (const variable of Object.keys(wrong)) expect(message).toContain(`  ${variable}: `)
    expect(message).not.toContain('SIGNET_ARCHITECTURE')
  })
})
