import { ask } from './api.ts'
import type { Answer, Citation } from './shapes.ts'

/** Events while an answer is made. */
export type AnswerEvent =
  | { readonly event: 'reasoning'; readonly data: Answer['reasoning'][number] }
  | { readonly event: 'claim'; readonly data: { readonly text: string; readonly citations: readonly Citation[] } }
  | { readonly event: 'answer'; readonly data: Answer }
  | { readonly event: 'error'; readonly data: { readonly error: string } }

const FRAME_END = '\n\n'

const eventOf = (frame: string): AnswerEvent | undefined => {
  const lines = frame.split('\n')
  const value = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
  const [event, data] = [value('event'), value('data')]
  return event && data ? ({ event, data: JSON.parse(data) } as AnswerEvent) : undefined
}

/** Asks a question and yields the events of the answer. @throws Refused */
export async function* answerEvents(path: string, body: object): AsyncGenerator<AnswerEvent> {
  const response = await ask('POST', path, { body, accept: 'text/event-stream' })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let open = ''
  for (;;) {
    const { value, done } = (await reader?.read()) ?? { value: undefined, done: true }
    open += value ?? ''
    const frames = open.split(FRAME_END)
    open = frames.pop() ?? ''
    for (const frame of frames) {
      const event = eventOf(frame)
      if (event) yield event
    }
    if (done) return
  }
}
