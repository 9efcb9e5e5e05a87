// The floor: the least app with the same libraries that shows the same posts, without accounts, dialogs or offline copy.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { Posts } from './posts.js';

createRoot(document.getElementById('root')!).render(
  <QueryClientProvider client={new QueryClient()}>
    <BrowserRouter>
      <Routes>
        <Route path="*" element={<Posts />} />
      </Routes>
    </BrowserRouter>
  </QueryClientProvider>,
);
