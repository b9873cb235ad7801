import { afterAll, inject } from 'vitest'
import { useStack } from '../test-stack.ts'
import { threadStack } from './thread-stack.ts'

const stack = await threadStack()
useStack(stack)

afterAll(() => stack.record(inject('results')))
