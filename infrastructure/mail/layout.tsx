import type { CSSProperties } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { formatCents } from '#domain/shared/money.ts';
import type { Content } from './content.ts';

/** Email clients support neither variables nor classes, so the colours of the web palette are written out. */
const LOOK = {
  night: '#100c08',
  vault: '#1a140d',
  shelf: '#231b12',
  line: '#554530',
  ivory: '#f5eddd',
  bone: '#d6cab4',
  ash: '#b3a58e',
  gold: '#e2b55f',
  onGold: '#1b1206',
  sans: '"Inter Variable", Inter, "Segoe UI", Helvetica, Arial, sans-serif',
  display: '"Cinzel Variable", Cinzel, "Trajan Pro", Georgia, serif',
} as const;

const body: CSSProperties = { margin: 0, padding: 0, backgroundColor: LOOK.night, color: LOOK.bone };
const card: CSSProperties = {
  width: '100%',
  maxWidth: 560,
  backgroundColor: LOOK.vault,
  border: `1px solid ${LOOK.line}`,
  borderRadius: 6,
};
const paragraph: CSSProperties = {
  margin: '0 0 16px',
  fontFamily: LOOK.sans,
  fontSize: 16,
  lineHeight: 1.6,
  color: LOOK.bone,
  whiteSpace: 'pre-line',
};
const small: CSSProperties = { ...paragraph, fontSize: 14, color: LOOK.ash };
const button: CSSProperties = {
  display: 'inline-block',
  padding: '13px 24px',
  backgroundColor: LOOK.gold,
  color: LOOK.onGold,
  fontFamily: LOOK.sans,
  fontSize: 16,
  fontWeight: 600,
  textDecoration: 'none',
  borderRadius: 4,
};

const cell = (last: boolean, right: boolean): CSSProperties => ({
  padding: '8px 14px',
  fontFamily: LOOK.sans,
  fontSize: 15,
  color: last ? LOOK.ivory : LOOK.bone,
  fontWeight: last ? 600 : 400,
  textAlign: right ? 'right' : 'left',
  ...(last && { borderTop: `3px double ${LOOK.line}` }),
});

const Amounts = ({ rows }: { rows: NonNullable<Content['amounts']> }) => (
  <table
    role="presentation"
    width="100%"
    cellPadding={0}
    cellSpacing={0}
    style={{ backgroundColor: LOOK.shelf, borderRadius: 4, margin: '0 0 20px' }}
  >
    <tbody>
      {rows.map(([label, amount], place) => {
        const last = place === rows.length - 1;
        return (
          <tr key={label}>
            <td style={cell(last, false)}>{label}</td>
            <td style={cell(last, true)}>{formatCents(amount)}</td>
          </tr>
        );
      })}
    </tbody>
  </table>
);

type Frame = {
  content: Content;
  username: string | null;
  link: string | null;
  home: string;
  supportEmail: string;
  /** The sale's item. */
  item: { title: string; picture: string | null } | null;
  /** Link to the email preferences. */
  choices: string | null;
  headLine: string | undefined;
};

/** A copy in the reader's mailbox is out of the operator's reach. */
const HEAD_WORDS = 'The latest checkpoint of our transparency log, for your records (size and root):';

type ItemProps = NonNullable<Frame['item']> & { line?: string; href?: string };

const Item = ({ title, picture, line, href }: ItemProps) => (
  <table role="presentation" cellPadding={0} cellSpacing={0} style={{ margin: '0 0 16px' }}>
    <tbody>
      <tr>
        {picture && (
          <td style={{ paddingRight: 14 }}>
            <img src={picture} alt="" width={72} height={72} style={{ borderRadius: 4, objectFit: 'cover' }} />
          </td>
        )}
        <td style={{ ...paragraph, margin: 0, color: LOOK.ivory, fontWeight: 600 }}>
          {href ? (
            <a href={href} style={{ color: LOOK.gold }}>
              {title}
            </a>
          ) : (
            title
          )}
          {line && <div style={{ ...small, margin: 0, fontWeight: 400 }}>{line}</div>}
        </td>
      </tr>
    </tbody>
  </table>
);

const site = (home: string): string => home.replace(/\/$/, '');

const greeting = (username: string | null): string => (username === null ? 'Greetings.' : `Greetings, ${username}.`);

const Page = ({ content, username, link, home, supportEmail, item, choices, headLine }: Frame) => (
  <html lang="en">
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="dark" />
      <title>{content.subject}</title>
    </head>
    <body style={body}>
      <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} style={{ backgroundColor: LOOK.night }}>
        <tbody>
          <tr>
            <td align="center" style={{ padding: '32px 12px' }}>
              <table role="presentation" cellPadding={0} cellSpacing={0} style={card}>
                <tbody>
                  <tr>
                    <td style={{ padding: '24px 28px 0' }}>
                      <a
                        href={home}
                        style={{
                          fontFamily: LOOK.display,
                          fontSize: 20,
                          letterSpacing: 2,
                          color: LOOK.gold,
                          textDecoration: 'none',
                        }}
                      >
                        ◆ Reliquary
                      </a>
                    </td>
                  </tr>
                  <tr>
                    <td style={{ padding: '20px 28px 12px' }}>
                      <h1
                        style={{
                          margin: '0 0 16px',
                          fontFamily: LOOK.display,
                          fontSize: 24,
                          fontWeight: 500,
                          lineHeight: 1.25,
                          color: LOOK.ivory,
                        }}
                      >
                        {content.heading}
                      </h1>
                      <p style={paragraph}>{greeting(username)}</p>
                      {item && <Item {...item} />}
                      {content.paragraphs.map((text) => (
                        <p key={text} style={paragraph}>
                          {text}
                        </p>
                      ))}
                      {content.items?.map(({ title, line, picture, path }) => (
                        <Item
                          key={path}
                          title={title}
                          line={line}
                          picture={picture && `${site(home)}${picture}`}
                          href={`${site(home)}${path}`}
                        />
                      ))}
                      {content.amounts && content.amounts.length > 0 && <Amounts rows={content.amounts} />}
                      {content.elsewhere && (
                        <p style={paragraph}>
                          <a href={content.elsewhere.url} style={{ color: LOOK.gold }}>
                            {content.elsewhere.label}
                          </a>
                        </p>
                      )}
                      {content.action && link && (
                        <>
                          <p style={{ ...paragraph, margin: '8px 0 20px' }}>
                            <a href={link} style={button}>
                              {content.action.label}
                            </a>
                          </p>
                          <p style={small}>
                            If the button does not work, open this link:
                            <br />
                            <a href={link} style={{ color: LOOK.gold, wordBreak: 'break-all' }}>
                              {link}
                            </a>
                          </p>
                        </>
                      )}
                      {content.note && <p style={small}>{content.note}</p>}
                    </td>
                  </tr>
                  <tr>
                    <td style={{ padding: '14px 28px 22px', borderTop: `1px solid ${LOOK.line}` }}>
                      <p style={{ ...small, margin: 0 }}>
                        You receive this because of your account at Reliquary, where every sale is protected by escrow.
                        Questions? Write to{' '}
                        <a href={`mailto:${supportEmail}`} style={{ color: LOOK.gold }}>
                          {supportEmail}
                        </a>
                        {choices && (
                          <>
                            {' · '}
                            <a href={choices} style={{ color: LOOK.gold }}>
                              Choose which emails you get
                            </a>
                          </>
                        )}
                      </p>
                      {headLine && (
                        <p style={{ ...small, margin: '10px 0 0', fontSize: 12, wordBreak: 'break-all' }}>
                          {HEAD_WORDS} {headLine}
                        </p>
                      )}
                    </td>
                  </tr>
                </tbody>
              </table>
            </td>
          </tr>
        </tbody>
      </table>
    </body>
  </html>
);

/** The HTML email: tables and inline styles, everything escaped. */
export const asHtml = (frame: Frame): string => `<!doctype html>${renderToStaticMarkup(<Page {...frame} />)}`;

/** The same email as plain text. */
export const asText = ({ content, username, link, home, supportEmail, choices, headLine }: Frame): string =>
  [
    content.heading,
    greeting(username),
    ...content.paragraphs,
    ...(content.items ?? []).map(({ title, line, path }) => `${title}\n${line}\n${site(home)}${path}`),
    ...(content.amounts?.length
      ? [content.amounts.map(([label, amount]) => `${label}: ${formatCents(amount)}`).join('\n')]
      : []),
    ...(content.elsewhere ? [`${content.elsewhere.label}: ${content.elsewhere.url}`] : []),
    ...(content.action && link ? [`${content.action.label}: ${link}`] : []),
    ...(content.note ? [content.note] : []),
    `Reliquary, where every sale is protected by escrow. Questions? Write to ${supportEmail}`,
    ...(choices ? [`Choose which emails you get: ${choices}`] : []),
    ...(headLine ? [`${HEAD_WORDS}\n${headLine}`] : []),
  ].join('\n\n');
