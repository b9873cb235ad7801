import { Button, dayOf, LinkButton, PageHead, Section, Switch } from '@signet/ui'
import { useEffect, useState } from 'preact/hooks'
import { useRoute } from 'preact-iso'
import { archive, type ConversationDetail } from '../api/archive.ts'
import { useParameter } from '../session/address.ts'
import { formatCount } from '../session/amounts.ts'
import { Loaded } from '../session/loaded.tsx'
import { NotFound } from '../session/not-found.tsx'
import { useOrganizationQuery } from '../session/queries.ts'
import { Messages } from './messages.tsx'
import { conversationQuery } from './queries.ts'
import { Results } from './results.tsx'
import { VENDORS } from './vendors.ts'

const Similar = ({ id }: { readonly id: string }) => {
  const similar = useOrganizationQuery((organization) => ({
    queryKey: ['archive', organization, 'similar', id],
    queryFn: async ({ signal }) => (await archive.similarConversations({ id, limit: 5 }, { signal })).results,
  }))
  return (
    <Section title="Similar conversations">
      <Loaded of={similar}>{(results) => <Results results={results} />}</Loaded>
    </Section>
  )
}

const Conversation = ({ of: conversation }: { readonly of: ConversationDetail }) => {
  const [message] = useParameter('message')
  const [quote] = useParameter('quote')
  useEffect(() => {
    const target = document.querySelector('.quote') ?? document.getElementById(`m-${message}`)
    target?.scrollIntoView({ block: 'center' })
  }, [message, quote])
  return <Messages messages={conversation.messages} quote={quote} />
}

export const ConversationPage = () => {
  const { params } = useRoute()
  const id = params.id ?? ''
  const [branches, setBranches] = useParameter('branches', 'active')
  const [showsSimilar, setShowsSimilar] = useState(false)
  const conversation = useOrganizationQuery(conversationQuery, id, branches === 'all' ? 'all' : 'active')
  return (
    <Loaded
      of={conversation}
      absent={<NotFound what="conversation" back={{ href: '/archive', text: 'Back to archive' }} />}
    >
      {(data) => (
        <div class="stack">
          <PageHead
            title={data.title || 'Untitled'}
            about={[
              VENDORS[data.vendor],
              data.model,
              data.createdAt && dayOf(data.createdAt),
              formatCount(data.messageCount, 'message'),
            ]
              .filter(Boolean)
              .join(', ')}
            actions={
              <>
                <Button onClick={() => setShowsSimilar(true)}>Find similar conversations</Button>
                <LinkButton href={`/_api/archive/api/conversations/${encodeURIComponent(id)}/export`} download>
                  Download conversation
                </LinkButton>
              </>
            }
          />
          <Switch
            label="Show earlier versions"
            isOn={branches === 'all'}
            onSwitch={(isOn) => setBranches(isOn ? 'all' : 'active')}
          />
          {showsSimilar && <Similar id={id} />}
          <Conversation of={data} />
        </div>
      )}
    </Loaded>
  )
}
