import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { Spinner } from '../../../../components/ui/spinner';
import { cx } from '../../../../lib/class-names';
import { languageName } from '../../../../lib/language-names';
import { available, translate } from '../model/translator';
import type { ClientPost } from '../model/post';
import type { Translated } from '../model/translation-target';

interface TranslationProps {
  post: ClientPost;
  /** The reader's language. */
  to: string;
  /** The texts of the post, joined; another text needs another component. */
  of: string;
  /** Shows other texts, or the original ones. */
  onShow: (shown: Translated | null) => void;
}

type State = 'original' | 'busy' | 'translated' | 'failed';

/** Its room, which is empty until the browser answers whether it can translate. */
const ROOM = '-mb-2 min-h-11';
const BUTTON = 'min-h-11 text-meta font-medium text-accent-text hover:underline';

const isInView = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
};

/** "Translate" below a text, if the browser itself can translate it. Load it lazily. */
export const Translation = ({ post, to, of, onShow }: TranslationProps) => {
  const { title, description } = post;
  const from = post.language ?? '';
  const [can, setCan] = useState<boolean>();
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<State>('original');
  const running = useRef<AbortController>(null);
  useEffect(() => {
    let left = false;
    void available(from, to).then((is) => {
      // in view it keeps its room, so that nothing moves
      if (!left && (is || (place.current && !isInView(place.current)))) setCan(is);
    });
    return () => {
      left = true;
    };
  }, [from, to]);
  useEffect(() => () => running.current?.abort(), []);
  if (can === false) return null;

  const handleTranslate = async () => {
    const leaving = new AbortController();
    running.current = leaving;
    setState('busy');
    try {
      const [first = '', second = ''] = await translate(from, to, [title, description], leaving.signal);
      if (leaving.signal.aborted) return;
      onShow({ title: first, description: second, language: to, of });
      setState('translated');
    } catch {
      if (!leaving.signal.aborted) setState('failed');
    }
  };
  const handleOriginal = () => {
    onShow(null);
    setState('original');
  };
  if (!can) return <div ref={place} className={ROOM} />;
  return (
    <div className={cx(ROOM, 'flex flex-wrap items-center gap-x-3')}>
      {state === 'translated' ? (
        <button type="button" className={BUTTON} onClick={handleOriginal}>
          {t`Show original`}
        </button>
      ) : (
        <button
          type="button"
          aria-disabled={state === 'busy'}
          className={BUTTON}
          onClick={() => {
            if (state !== 'busy') void handleTranslate();
          }}
        >
          {t({
            message: `Translate from ${languageName(from)}`,
            comment: 'The name of a language, as it stands alone.',
          })}
        </button>
      )}
      <p role="status" className="flex items-center gap-2 text-meta text-muted">
        {state === 'busy' ? <Spinner size={16} label={t`Translating`} /> : null}
        {state === 'translated' ? <span>{t`Translated on this device`}</span> : null}
        {state === 'failed' ? <span>{t`This browser could not translate it. Try again.`}</span> : null}
      </p>
    </div>
  );
};
