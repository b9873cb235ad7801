import type { ChatAnswer, Citation, ReasoningStep } from '../api/archive.ts'

/** Events of a streamed answer (docs/archive/search.md). */
export type AnswerEvent =
  | { readonly event: 'reasoning'; readonly data: ReasoningStep }
  | { readonly event: 'claim'; readonly data: { readonly text: string; readonly citations: readonly Citation[] } }
  | { readonly event: 'answer'; readonly data: ChatAnswer }
  | { readonly event: 'error'; readonly data: { readonly error: string } }

const FRAME_END = '\n\n'

const eventOf = (frame: string): AnswerEvent | undefined => {
  const lines = frame.split('\n')
  const fieldValue = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
  const event = fieldValue('event')
  const data = fieldValue('data')
  return event && data ? ({ event, data: JSON.parse(data) } as AnswerEvent) : undefined
}

export async function* readAnswerEvents(response: Response): AsyncGenerator<AnswerEvent> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let incomplete = ''
  for (;;) {
    const { value, done } = (await reader?.read()) ?? { value: undefined, done: true }
    incomplete += value ?? ''
    const frames = incomplete.split(FRAME_END)
    incomplete = frames.pop() ?? ''
    for (const frame of frames) {
      const event = eventOf(frame)
      if (event) yield event
    }
    if (done) return
  }
}
