import './setup.ts'
import './ui/mantine.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { ApiError, isReadingArchive } from './http/api-error.ts'
import { onConfirmationRequired, onLoginRequired } from './http/client.ts'
import { askToConfirm } from './session/confirm-user.ts'
import { knownUser } from './session/session.ts'
import { askToSignIn } from './session/sign-in-again.ts'

const SECOND_MS = 1000

// Without a network a request fails, as without a server: it would wait without a word otherwise,
// and a change be sent when the network is back.
const networkMode = 'always'

const queries = new QueryClient({
  defaultOptions: {
    mutations: { networkMode },
    queries: {
      networkMode,
      // A refused request would be refused again; only silence is worth a second try.
      retry: (failures, error) =>
        isReadingArchive(error) ||
        (failures < 2 &&
          (!(error instanceof ApiError) || error.status === 0 || error.status >= 502)),
      retryDelay: (failures, error) =>
        isReadingArchive(error) ? SECOND_MS : Math.min(SECOND_MS * 2 ** failures, 30 * SECOND_MS),
      staleTime: 2000,
      refetchOnWindowFocus: false,
    },
  },
})

onConfirmationRequired(askToConfirm)
onLoginRequired(async () => knownUser(queries) !== undefined && (await askToSignIn()))

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id root.')
createRoot(root).render(
  <QueryClientProvider client={queries}>
    <App queries={queries} />
  </QueryClientProvider>,
)
