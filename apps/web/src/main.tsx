import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { Providers } from './app/providers';
import { AppRoutes, preload } from './app/router';
import { endOrPatience } from './lib/at-least';
import { replaceDrawn } from './lib/drawn';
import './styles/index.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

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
// the app shows what fails; without an answer it shows itself when `replaceDrawn` no longer waits
void endOrPatience(preload(window.location.pathname)).then(render, render);
replaceDrawn(root);
// without it titles keep the typeface of the page
void import('./lib/serif').then(
  ({ startSerif }) => startSerif(),
  () => undefined,
);
