import { invalidInput, type Refusal, refusal } from '@signet/kernel'
import type { ReadingRefusal } from '@signet/readings'

const QUERENT_FIELDS = /^(?:state|intention)\b/

export const readingRefusal = (
  refused: ReadingRefusal,
): Refusal<'script_invalid' | 'invalid_input' | 'position_unfilled'> => {
  switch (refused.code) {
    case 'script_invalid': {
      const { errors } = refused
      const moreErrors = errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''
      return refusal('script_invalid', `${errors[0]?.message ?? 'The script has errors'}${moreErrors}`, {
        extras: { errors },
      })
    }
    case 'invalid_input':
      return invalidInput(
        refused.errors.map(({ field, message }) => ({
          field: QUERENT_FIELDS.test(field) ? `querent.${field}` : field,
          message,
        })),
      )
    case 'position_unfilled': {
      const { position, wanted, available } = refused
      return refusal(
        'position_unfilled',
        `Position ${position} requests ${wanted} cards, and ${available} apply; send "lenient": true to take fewer`,
        { extras: { position, wanted, available } },
      )
    }
  }
}
