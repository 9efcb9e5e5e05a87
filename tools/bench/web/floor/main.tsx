// The floor: the minimum for an app with these libraries. It only mounts them.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { Toaster } from 'react-hot-toast';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { create } from 'zustand';

// like the app: fetches the page's chunk before the first render
const page = import('./posts.js');
const Posts = lazy(async () => ({ default: (await page).Posts }));
const useStore = create(() => ({ name: 'Floor' }));
const client = new QueryClient();

const Title = () => <title>{useStore((state) => state.name)}</title>;

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <BrowserRouter>
        <QueryClientProvider client={client}>
          <Title />
          <Suspense>
            <Routes>
              <Route path="*" element={<Posts />} />
            </Routes>
          </Suspense>
          <Toaster />
        </QueryClientProvider>
      </BrowserRouter>
    </StrictMode>,
  );
