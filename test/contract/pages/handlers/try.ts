import { serve } from './serve.ts'

const response = await serve(new Request('https://api.test/v1/notes/n9'))
console.log(response.status, await response.text())
