import { invalidInput, type Refusal, refusal } from '@signet/kernel'
import type { LoopRefusal } from '@signet/readings'
import { readingRefusal } from '../readings/reading-refusal.ts'

export const tickConflict = (tick: number): Refusal<'tick_conflict'> =>
  refusal('tick_conflict', `Another step was quicker: the interview is at tick ${tick}`, { extras: { tick } })

const fieldOf = (field: string): string => field.replace(/^state\b/, 'answers')

type Codes = 'loop_ended' | 'tick_conflict' | 'answer_invalid' | 'script_invalid' | 'invalid_input'

export const loopRefusal = (refused: LoopRefusal): Refusal<Codes> => {
  switch (refused.code) {
    case 'loop_ended':
      return refusal('loop_ended', `The interview has ended: it is ${refused.state}`, {
        extras: { state: refused.state },
      })
    case 'tick_conflict':
      return tickConflict(refused.tick)
    case 'answer_invalid': {
      const { fact, message } = refused
      return refusal('answer_invalid', `${fact}: ${message}`, { extras: { fact } })
    }
    case 'invalid_input':
      return invalidInput(refused.errors.map(({ field, message }) => ({ field: fieldOf(field), message })))
    case 'script_invalid':
      return readingRefusal(refused) as Refusal<'script_invalid'>
    case 'position_unfilled':
      throw new Error('An interview takes fewer cards than asked')
  }
}
