import { Button, dayOf, Section } from '@signet/ui'
import { useEffect, useRef } from 'preact/hooks'
import type { Citation } from '../api/archive.ts'
import { Loaded } from '../session/loaded.tsx'
import { useQuery } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { isShown, Messages } from './messages.tsx'
import { passageAddress } from './passage-address.ts'
import { conversationQuery } from './queries.ts'

/** Messages shown before and after the cited ones. */
const CONTEXT_MESSAGES = 1

export const Passage = ({ of: citation, onClose }: { readonly of: Citation; readonly onClose: () => void }) => {
  const { organization } = useSession()
  const { conversationId, messageIds, quote, title, createdAt, branch } = citation
  const element = useRef<HTMLDivElement>(null)
  const passageQuery = conversationQuery(organization.id, conversationId, branch === 'other' ? 'all' : 'active')
  const conversation = useQuery(passageQuery)
  const isLoaded = conversation.data !== undefined
  useEffect(() => {
    const target = element.current?.querySelector('.quote') ?? element.current
    target?.scrollIntoView({ block: 'nearest' })
  }, [citation, isLoaded])
  return (
    <div class="passage" ref={element}>
      <Section title={title || 'Untitled'} isCard actions={<Button onClick={onClose}>Close</Button>}>
        <p class="second small">
          {createdAt && `${dayOf(createdAt)}. `}
          <a href={passageAddress(conversationId, messageIds[0], quote)}>Open conversation</a>
        </p>
        <Loaded of={conversation}>
          {({ messages }) => {
            const shownMessages = messages.filter(isShown)
            const citedIndexes = shownMessages.flatMap(({ id }, index) => (messageIds.includes(id) ? [index] : []))
            const first = Math.max(0, (citedIndexes[0] ?? 0) - CONTEXT_MESSAGES)
            return (
              <Messages
                messages={shownMessages.slice(first, (citedIndexes.at(-1) ?? first) + CONTEXT_MESSAGES + 1)}
                quote={quote}
              />
            )
          }}
        </Loaded>
      </Section>
    </div>
  )
}
