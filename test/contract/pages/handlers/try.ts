import { serve } from './serve.ts'

const answer = await serve(new Request('https://api.test/v1/notes/n9'))
console.log(answer.status, await answer.text())
