"""Checkpoints against the transformers library, both ways: what this program writes opens there, what is written
there opens here, and both give the same ids, log-probabilities and greedy tokens.

The C++ half is src/decode/checkpoint_exchange_test.cc; TILEWRIGHT_DECODE_TEST names its program."""
import json
import os
import pathlib
import random
import shutil
import subprocess

import pytest

os.environ["HF_HUB_OFFLINE"] = "1"
torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")
torch.set_num_threads(1)  # models this small gain nothing from more

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("TILEWRIGHT_DECODE_TEST", ROOT / "build" / "decode_test"))
WRITTEN_HERE = ["tied", "untied_wide_heads", "one_head_each", "stretched_positions"]
WRITTEN_THERE = ["theirs_float32_shards", "theirs_bfloat16"]
GREEDY_TOKENS = 24
TOLERANCE = 3e-5  # of a log-probability: float32 rounding in another order of operations


def make_texts():
    """Kernels, and texts that tokenizers commonly get wrong."""
    corpus = [path.read_text() for folder in ("tests/judge/corpus", "tests/golden/stack", "tests/triton/cases")
              for path in sorted((ROOT / folder).glob("*.py"))]
    texts = ["x", " ", "\n", "\n\n\n", "  \n  x", "\t\ttabs\r\nand carriage returns\r", "0123456789 1e-05 -3.14 0x7f",
             "don't we'll I'M", "snake_case_name CamelCaseName x1y2", "naïve café élan ÀÖ", "日本語のテキスト", "🙂 👩‍👩‍👧 e\u0301",
             "\u00a0\u2003\u3000blank", "a\u0000b\u007f", "<|endoftext|>", "x<|endoftext|>y <|endoftext|>", "a" * 300,
             "    " * 20, "((((((()))))))", "tl.load(x_ptr + offs, mask=mask, other=0.0)"]
    generator = random.Random(5)
    alphabet = [chr(c) for c in range(32, 127)] + list("\n\t éß中🙂  ")
    texts += ["".join(generator.choice(alphabet) for _ in range(generator.randint(1, 80))) for _ in range(60)]
    for text in corpus:
        start = generator.randrange(max(1, len(text) - 200))
        texts.append(text[start:start + 200])
    return corpus, texts


def write_theirs(folder, like):
    """Checkpoints as transformers saves them: several shards, and a half-size dtype."""
    torch.manual_seed(3)
    tokenizer = transformers.AutoTokenizer.from_pretrained(like)
    config = transformers.LlamaConfig(
        vocab_size=len(tokenizer), hidden_size=64, intermediate_size=96, num_hidden_layers=2, num_attention_heads=4,
        num_key_value_heads=1, max_position_embeddings=512, initializer_range=0.2, tie_word_embeddings=False,
        bos_token_id=None, eos_token_id=tokenizer.eos_token_id, pad_token_id=tokenizer.pad_token_id)
    for name, dtype, options in [(WRITTEN_THERE[0], torch.float32, {"max_shard_size": "100KB"}), (WRITTEN_THERE[1], torch.bfloat16, {})]:
        model = transformers.LlamaForCausalLM(config).to(dtype)
        model.save_pretrained(folder / name, **options)
        tokenizer.save_pretrained(folder / name)
    assert (folder / WRITTEN_THERE[0] / "model.safetensors.index.json").exists()


def exchange(folder):
    environment = dict(os.environ, TILEWRIGHT_EXCHANGE=str(folder), OMP_NUM_THREADS="1")
    command = [str(PROGRAM), "--gtest_filter=CheckpointExchange.WritesAndReads"]
    result = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "SKIPPED" not in result.stdout


@pytest.fixture(scope="module")
def exchanged(tmp_path_factory):
    folder = tmp_path_factory.mktemp("exchange")
    corpus, texts = make_texts()
    (folder / "texts.json").write_text(json.dumps({"corpus": corpus, "texts": texts}))
    exchange(folder)
    write_theirs(folder, folder / "tied")
    exchange(folder)
    yield folder, texts
    shutil.rmtree(folder)


@pytest.fixture(scope="module", params=WRITTEN_HERE + WRITTEN_THERE)
def pair(request, exchanged):
    """What both make of one checkpoint: their tokenizer and model, our results, the texts."""
    folder, texts = exchanged
    model, loading = transformers.AutoModelForCausalLM.from_pretrained(
        folder / request.param, dtype=torch.float32, output_loading_info=True, attn_implementation="eager")
    assert not any(loading.values()), loading  # nothing missing, unexpected, mismatched or in error
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder / request.param)
    ours = json.loads((folder / f"{request.param}.json").read_text())
    assert len(ours) == len(texts)
    return tokenizer, model.eval(), ours, texts


def test_ids_and_texts(pair):
    tokenizer, _, ours, texts = pair
    for text, mine in zip(texts, ours):
        assert tokenizer(text)["input_ids"] == mine["ids"], text
        assert tokenizer.decode(mine["ids"], skip_special_tokens=True, clean_up_tokenization_spaces=False) == mine["decoded"], text


def test_log_probabilities(pair):
    _, model, ours, _ = pair
    compared = 0
    for mine in ours:
        if len(mine["ids"]) < 2:
            continue
        ids = torch.tensor([mine["ids"]])
        with torch.no_grad():
            logits = model(ids).logits[0, :-1]
        theirs = torch.log_softmax(logits, -1).gather(1, ids[0, 1:, None])[:, 0]
        assert (theirs - torch.tensor(mine["log_probabilities"])).abs().max() < TOLERANCE
        compared += len(mine["ids"]) - 1
    assert compared > 3000


def test_greedy_tokens(pair):
    _, model, ours, _ = pair
    compared, distinct = 0, set()
    for mine in ours[::7]:
        ids = torch.tensor([mine["ids"]])
        with torch.no_grad():
            result = model.generate(ids, attention_mask=torch.ones_like(ids), do_sample=False, max_new_tokens=GREEDY_TOKENS,
                                    output_logits=True, return_dict_in_generate=True)
        theirs = result.sequences[0, ids.shape[1]:].tolist()
        assert theirs == mine["greedy"]
        scores = [torch.log_softmax(logits[0], -1)[token].item() for logits, token in zip(result.logits, theirs)]
        assert max(abs(a - b) for a, b in zip(scores, mine["greedy_log_probabilities"])) < TOLERANCE
        compared += len(theirs)
        distinct.update(theirs)
    assert compared > 300 and len(distinct) > 50, "greedy continuations that say nothing"
