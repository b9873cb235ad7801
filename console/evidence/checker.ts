import type { CheckAnswer, CheckerReady, CheckRequest } from './check-messages.ts'

type Question = Omit<CheckRequest, 'number'>

export interface CheckPort {
  postMessage(message: CheckRequest): void
  addEventListener(name: 'message', onMessage: (event: { readonly data: CheckAnswer | CheckerReady }) => void): void
  terminate(): void
}

export interface CheckerOptions {
  readonly port: CheckPort
  /** Milliseconds without typing before a check. */
  readonly pauseMs: number
  readonly onReady: (ready: CheckerReady) => void
  readonly onAnswer: (answer: CheckAnswer, question: Question) => void
}

export interface Checker {
  /** Sends a question after a pause without newer ones; superseded questions are dropped. */
  ask(question: Question): void
  end(): void
}

/** Sends questions to a worker one at a time. While one runs, only the newest other question waits. */
export const createChecker = ({ port, pauseMs, onReady, onAnswer }: CheckerOptions): Checker => {
  let number = 0
  let timer = undefined as ReturnType<typeof setTimeout> | undefined
  let waiting: Question | undefined
  let underWay: { readonly number: number; readonly question: Question } | undefined
  const put = (): void => {
    if (underWay !== undefined || waiting === undefined) return
    underWay = { number: ++number, question: waiting }
    waiting = undefined
    port.postMessage({ ...underWay.question, number: underWay.number })
  }
  port.addEventListener('message', ({ data }) => {
    if ('policies' in data) onReady(data)
    if (!('number' in data) || data.number !== underWay?.number) return
    const { question } = underWay
    underWay = undefined
    onAnswer(data, question)
    // While the user still types, the pause timer sends the question.
    if (timer === undefined) put()
  })
  return {
    ask(question) {
      waiting = question
      clearTimeout(timer)
      timer = setTimeout(() => {
        timer = undefined
        put()
      }, pauseMs)
    },
    end() {
      clearTimeout(timer)
      port.terminate()
    },
  }
}
