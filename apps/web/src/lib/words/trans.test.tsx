import { Trans } from '@lingui/react/macro';
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Trans as Drawn } from './trans';

it('gives each text beside an element one of its own', () => {
  const name = 'Ada';
  const { container } = render(
    <p>
      <Trans>
        Ask <b>{name}</b> or read <a href="/help">the help of {name}</a>.
      </Trans>
    </p>,
  );
  expect(container.innerHTML).toBe(
    '<p><span>Ask </span><b>Ada</b><span> or read </span><a href="/help">the help of Ada</a><span>.</span></p>',
  );
});

it('follows the order of a translation, and nests', () => {
  const { container } = render(
    <Drawn
      text="<1>zwei {x} <0/></1> eins<2>drei</2>"
      values={{ x: '<0>' }}
      components={{ 0: <br />, 1: <i title="x" /> }}
    />,
  );
  expect(container.innerHTML).toBe('<i title="x"><span>zwei &lt;0&gt; </span><br></i><span> einsdrei</span>');
});
