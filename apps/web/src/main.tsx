import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { Providers } from './app/providers';
import { AppRoutes, preload } from './app/router';
import { replaceDrawn } from './lib/drawn';
import './styles/index.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const page = preload(window.location.pathname);
// without it titles keep the typeface of the page
void import('./lib/serif').then(
  ({ startSerif }) => startSerif(),
  () => undefined,
);
replaceDrawn(root);

// in slices: in one piece it would be the longest task of a new page
const render = () =>
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <BrowserRouter>
          <Providers>
            <AppRoutes />
          </Providers>
        </BrowserRouter>
      </StrictMode>,
    ),
  );
void page.then(render);
